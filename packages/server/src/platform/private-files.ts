/** Makes files and folders that this process and its children create accessible to its own user only: folders 0700, files 0600. */
export function keepFilesPrivate(): void {
	process.umask(0o077);
}
