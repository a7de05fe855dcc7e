/**
 * Environment variables that make glibc return freed memory to the system: large columns are mapped separately, and threads share two heaps. Variables that
 * are set already are kept; other systems ignore them. Why: docs/decisions/0009-memory-and-scale.md.
 */
export function returnedMemory(env) {
	const wanted = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' };
	return Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, env[name] ?? value]));
}
