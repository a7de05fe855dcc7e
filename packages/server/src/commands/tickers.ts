/** `signalwheel tickers`: renames or removes an imported ticker in the running server, which rebuilds the affected reports. */
import { parseTickers, TICKERS_USAGE } from '../areas/operations/corrections/data-request.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { askServer } from './ask-server.ts';
import { answerHelp } from './help.ts';

keepFilesPrivate();
answerHelp(TICKERS_USAGE);
await askServer('tickers', () => parseTickers(process.argv.slice(2)));
