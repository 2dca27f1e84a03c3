// Carries the precompiled header that the targets with PRECOMPILE grpc share.
