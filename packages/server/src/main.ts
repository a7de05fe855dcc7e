/** The only reader of process.env. Slow imports are loaded after signal handlers are installed. */
import { keepFilesPrivate } from './platform/private-files.ts';
import { listenForStopSignals } from './platform/stop-signals.ts';

keepFilesPrivate();
listenForStopSignals();
const { start } = await import('./compose/start.ts');
await start(process.env);
