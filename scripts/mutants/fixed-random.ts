import fc from 'fast-check';

// One failure is enough: no shrinking.
fc.configureGlobal({ seed: 1, endOnFailure: true });
