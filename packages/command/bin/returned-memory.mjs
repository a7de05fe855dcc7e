/**
 * How glibc gives memory back to the system, for the environment of a process that is started: columns that are put down leave no holes in its heap, and threads share two heaps.
 * What is set already stays; other systems do not read them. Why: docs/decisions/0009-memory-and-scale.md.
 */
export const returnedMemory = (env) => {
	const wanted = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' };
	return Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, env[name] ?? value]));
};
