"""The contract: messages and stubs generated from meeple/v1/*.proto when the package is built."""
