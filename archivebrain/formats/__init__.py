"""How dates are written and read at the desk."""
