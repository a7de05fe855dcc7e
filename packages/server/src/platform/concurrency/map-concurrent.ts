/** Maps the items in order, with up to `maxConcurrent` calls of `mapItem` running. Rejects with the first error, after which it starts no more calls. */
export async function mapConcurrent<T, R>(items: readonly T[], maxConcurrent: number, mapItem: (item: T) => Promise<R>): Promise<R[]> {
	const results: R[] = new Array(items.length);
	let next = 0;
	let hasFailed = false;
	const worker = async (): Promise<void> => {
		while (next < items.length && !hasFailed) {
			const index = next++;
			try {
				results[index] = await mapItem(items[index] as T);
			} catch (error) {
				hasFailed = true;
				throw error;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, worker));
	return results;
}
