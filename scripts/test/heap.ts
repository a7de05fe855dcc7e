/** In MB. Below this size no full garbage collection runs: a product's start was interrupted 28 times without it, and 11 times with it. */
const HEAP = 512;

/** Node's options for test processes. */
export const ROOMY = `--initial-heap-size=${HEAP}`;
