/**
 * Entry point of the server, and the only reader of process.env besides the commands.
 * Imports the rest dynamically so that files are private and signal handlers are installed before the slow modules load.
 */
import { keepFilesPrivate } from './platform/private-files.ts';
import { listenForStopSignals } from './platform/stop-signals.ts';

keepFilesPrivate();
listenForStopSignals();
const { start } = await import('./compose/start.ts');
await start(process.env);
