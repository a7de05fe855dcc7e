/** MB. Below this size no full garbage collection runs: the start of the product was interrupted 28 times without this option, 11 times with it. */
const HEAP = 512;

/** Node's options for test processes. */
export const ROOMY = `--initial-heap-size=${HEAP}`;
