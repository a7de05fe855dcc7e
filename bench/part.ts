/** Runs one benchmark in a separate process, so that parts share neither memory nor stores, and sends its rows to main.ts. */
import type { Benchmark } from './measure.ts';

const [name = '', ...args] = process.argv.slice(2);
const { run } = (await import(`./${name}.ts`)) as { run: Benchmark };
const rows = await run(args);
await new Promise<void>((resolve) => process.send?.(rows, () => resolve()));
process.exit(0);
