"""What the end-to-end tests share: programs under test, generated stubs, clients, waiting."""
