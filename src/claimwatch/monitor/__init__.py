"""One pass: chooses what is due, has it fetched, judged and recorded, and says what came of it. It sequences; others decide."""
