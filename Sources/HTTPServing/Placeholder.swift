// HTTPServing
