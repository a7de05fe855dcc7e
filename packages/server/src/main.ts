/** The only reader of process.env. Slow imports are loaded after signal handlers are installed. */
import { keepFilesPrivate } from './platform/private-files.ts';
import { hearStopSignals } from './platform/stop-signals.ts';

keepFilesPrivate();
hearStopSignals();
const { start } = await import('./compose/start.ts');
await start(process.env);
