import type { OriginVerdict } from './environment-lines.ts';
import type { ProviderTrial, Setup } from './queries.ts';

const VERDICTS: Readonly<Record<OriginVerdict, string>> = {
	none: '',
	faulty: 'Enter a site address: https:// and a host name, nothing after it.',
	here: 'Correct: this page was loaded from it.',
	open: 'Not encrypted: passwords and sessions could be intercepted. Use https:// with a proxy in front of the server.',
	elsewhere: 'Can’t be checked from here. Open it in another window to see whether it leads to this server; links in mails will use it.',
};
const OUTCOMES: Readonly<Record<ProviderTrial['outcome'], string>> = {
	good: 'All requested data was received.',
	partly: 'Some data was received. The rest will be missing from the market.',
	refused: 'No data was received.',
};
const VENDORS: Readonly<Record<string, string>> = { yahoo: 'Yahoo', alpaca: 'Alpaca', massive: 'Massive' };

/** Describes the state of the start in one sentence. */
function stateText({ needed, provider, phase, waits }: Setup): string {
	if (!needed) return 'A market is loaded. Tests on this page don’t change it.';
	if (waits !== null) return `The market is waiting: ${waits}`;
	if (provider === 'files') return 'The server reads files, but none has been imported. Visitors see that no market is loaded.';
	return `Loading the market: ${phase}. Visitors see that no market is loaded.`;
}

/** Texts of the first-steps page. */
export const setupWords = {
	title: 'First steps',
	note: 'Test your settings here. They aren’t saved: copy the lines at the end to the environment and restart the server.',
	state: stateText,
	importFile: 'Import a file',
	health: 'Health',
	market: 'Market',
	provider: 'Data source',
	filesNote:
		'Import files on the Data page, with npm run import, or by placing them in the folder drop inside the data folder. No key needed.',
	vendorNote: (provider: string) =>
		`Sends one request per data type to ${VENDORS[provider] ?? provider}. A rejected key isn’t tried again. The test is recorded in the audit log, without the key.`,
	key: (provider: string) => (provider === 'alpaca' ? 'Key ID' : 'API key'),
	secret: 'Secret key',
	symbols: 'Symbols',
	symbolsHint: 'Comma-separated, for example AAPL,MSFT. Default: the most traded.',
	tryIt: 'Test',
	outcome: (outcome: ProviderTrial['outcome']) => OUTCOMES[outcome],
	mail: 'Mail',
	mailNote: (email: string) => `Sends a mail to ${email} through this server. The test is recorded in the audit log, without the password.`,
	mailNow: (mails: boolean) =>
		mails
			? 'A mail server is already set up.'
			: 'Without a mail server, mails go to the outbox and other users can’t confirm their address.',
	url: 'Mail server',
	urlHint: 'smtp:// or smtps://, for example smtps://user:password@mail.example.com',
	from: 'Sender',
	fromHint: 'For example Signalwheel <signals@example.com>',
	send: 'Send test mail',
	origin: 'Site address',
	originNote: 'The public address of this site, used in mail links. Nothing is sent; only your input is checked.',
	originLabel: 'Public address',
	verdict: (verdict: OriginVerdict) => VERDICTS[verdict],
	lines: 'Environment variables',
	linesNote: 'For an environment file or a shell. Keys are hidden here but copied in full.',
	linesLabel: 'Environment lines',
	copy: 'Copy lines',
	copied: 'Copied, including keys and passwords.',
	notCopied: 'Copying needs https. Show the keys and select the lines instead.',
	show: 'Show keys',
} as const;
