/** MB. Below this size no full garbage collection runs: the start of the product was interrupted 28 times without this option, 11 times with it. */
const HEAP_MB = 512;

/** Node's options for test processes. */
export const HEAP_OPTION = `--initial-heap-size=${HEAP_MB}`;
