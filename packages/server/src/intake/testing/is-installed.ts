export function isInstalled(name: string): Promise<boolean> {
	return import(name).then(
		() => true,
		() => false,
	);
}
