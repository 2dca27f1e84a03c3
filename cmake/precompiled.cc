// Carries the precompiled headers that targets share.
