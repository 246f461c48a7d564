"""A Django database backend that starts the embedded cluster when first asked."""
