/** If `--help` or `-h` is anywhere on the command line, prints the usage and ends the process with exit code 0. */
export function answerHelp(usage: string): void {
	if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
	console.log(usage);
	process.exit(0);
}
