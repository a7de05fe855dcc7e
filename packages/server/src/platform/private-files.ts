/** Whatever this process and those it starts write from now on is for its own user alone: folders 0700, files 0600. */
export const keepFilesPrivate = (): void => {
	process.umask(0o077);
};
