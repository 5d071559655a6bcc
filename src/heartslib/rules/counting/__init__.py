"""What a round counts: the terms of the steps, and the points that some course of a round would give."""
