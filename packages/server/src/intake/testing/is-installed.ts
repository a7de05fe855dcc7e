/** Whether an optional package is there; says so aloud when it is not. */
export const isInstalled = (name: string): Promise<boolean> =>
	import(name).then(
		() => true,
		() => {
			console.warn(`Absent: ${name}; what needs it was not tried.`);
			return false;
		},
	);
