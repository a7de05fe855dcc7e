import fc from 'fast-check';

// One failure is enough, however large the example that shows it.
fc.configureGlobal({ seed: 1, endOnFailure: true });
