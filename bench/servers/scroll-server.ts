/** Starts a small product for browser benchmarks. It runs until any message arrives or the parent process disconnects. */
import { startSmallProduct } from '../tools/small-product.ts';

const { info, shutDown } = await startSmallProduct();
process.once('message', () => void shutDown());
process.once('disconnect', () => void shutDown());
process.send?.(info);
