/** Files and folders that this process and its children create are only accessible to its own user: folders 0700, files 0600. */
export function keepFilesPrivate(): void {
	process.umask(0o077);
}
