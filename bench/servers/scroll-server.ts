/** A small product for the browser, running until it is stopped. */
import { startSmallProduct } from '../tools/small-product.ts';

const { started, leave } = await startSmallProduct();
process.once('message', () => void leave());
process.once('disconnect', () => void leave());
process.send?.(started);
