/** The one reader of process.env. What takes a while to load is loaded once a signal is heard. */
import { leaveEarly } from './platform/leave-early.ts';
import { keepFilesPrivate } from './platform/private-files.ts';

leaveEarly();
keepFilesPrivate();
const { start } = await import('./compose/start.ts');
await start(process.env);
