/** Starts a small product for browser benchmarks. It runs until any message arrives or the parent process disconnects. */
import { startSmallProduct } from '../tools/small-product.ts';

const { started, leave } = await startSmallProduct();
process.once('message', () => void leave());
process.once('disconnect', () => void leave());
process.send?.(started);
