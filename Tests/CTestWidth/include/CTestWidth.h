// Lets only so many tests run at once as the processors can attend to.
