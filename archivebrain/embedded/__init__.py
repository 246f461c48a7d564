"""PostgreSQL and Valkey from wheels, shared by every process of one brain."""
