/** Whether an optional package is there. */
export const isInstalled = (name: string): Promise<boolean> =>
	import(name).then(
		() => true,
		() => false,
	);
