/** The results for all items, in order, with `atOnce` of them running concurrently. Rejects with the first error and starts no more after it. */
export async function mapConcurrent<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
	const answers: R[] = new Array(items.length);
	let next = 0;
	let hasFailed = false;
	const worker = async (): Promise<void> => {
		while (next < items.length && !hasFailed) {
			const at = next++;
			try {
				answers[at] = await work(items[at] as T);
			} catch (error) {
				hasFailed = true;
				throw error;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
	return answers;
}
