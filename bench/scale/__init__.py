"""How figures change while an archive grows a hundredfold."""
