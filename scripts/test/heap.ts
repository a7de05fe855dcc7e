/** In MB. Below that no garbage is collected of all objects: a product's start alone was interrupted for it 28 times, and 11 times with so much room. */
const HEAP = 512;

/** How Node starts where tests compute. */
export const ROOMY = `--initial-heap-size=${HEAP}`;
