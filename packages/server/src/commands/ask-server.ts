import { readConfig } from '../config/config.ts';
import { callRunningServer } from '../platform/control/socket.ts';

/** Sends a request to the running server and exits with the code that it returns. `parse` returns the request, or an error message (exit code 2). */
export async function askServer(command: string, parse: () => object | string): Promise<void> {
	try {
		const request = parse();
		if (typeof request === 'string') {
			console.error(request);
			process.exitCode = 2;
			return;
		}
		const { folder } = readConfig(process.env, process.cwd());
		const exitCode = await callRunningServer(folder, command, [JSON.stringify(request)], (line) => console.log(line));
		if (exitCode === undefined)
			console.error(`No server is running on the data folder ${folder}. Start it first: it rebuilds the reports.`);
		process.exitCode = exitCode ?? 1;
	} catch (error) {
		console.error(error instanceof Error ? error.message : String(error));
		process.exitCode = 1;
	}
}
