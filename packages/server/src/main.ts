/** The one reader of process.env. What takes a while to load is loaded once a signal is heard. */
import { keepFilesPrivate } from './platform/private-files.ts';
import { hearStopSignals } from './platform/stop-signals.ts';

keepFilesPrivate();
hearStopSignals();
const { start } = await import('./compose/start.ts');
await start(process.env);
