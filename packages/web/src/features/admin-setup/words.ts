import type { OriginVerdict } from './origin-verdict.ts';
import type { ProviderTrial, Setup } from './queries.ts';

const VERDICTS: Readonly<Record<OriginVerdict, string>> = {
	none: '',
	faulty: 'That is no address of a site: https:// and a name, nothing after it.',
	here: 'It leads here: this page was read from it.',
	open: 'It is not encrypted: passwords and sessions could be read on the way. Use https:// with a proxy before the server.',
	elsewhere: 'Whether it leads to this server cannot be seen from here. Open it in another window; the links of mails will lead there.',
};
const OUTCOMES: Readonly<Record<ProviderTrial['outcome'], string>> = {
	good: 'Everything that was asked for came.',
	partly: 'Some of it came. What did not is missing from the market.',
	refused: 'Nothing came of it.',
};
const VENDORS: Readonly<Record<string, string>> = { yahoo: 'Yahoo', alpaca: 'Alpaca', massive: 'Massive' };

/** What is known of the start, in a sentence. */
const standing = ({ needed, provider, phase, waits }: Setup): string => {
	if (!needed) return 'A market is loaded. What is tried here changes nothing of it.';
	if (waits !== null) return `The market waits: ${waits}`;
	if (provider === 'files') return 'The server follows files, and none has been imported yet. Readers are told that no market is loaded.';
	return `The market is being read: ${phase}. Readers are told that no market is loaded.`;
};

/** Words of the first steps. */
export const setupWords = {
	title: 'First steps',
	note: 'What is typed here is tried and not kept: set the lines at the end in the environment, and start the server again.',
	standing,
	importFile: 'Import a file',
	health: 'Health',
	market: 'The market',
	provider: 'Where it comes from',
	filesNote:
		'Files are read by Import on the page of data, by npm run import, or as soon as they lie in the folder drop below the data folder. No key is needed.',
	vendorWill: (provider: string) =>
		`${VENDORS[provider] ?? provider} is asked once of each kind of data. A key that it refuses is asked no more. That a trial was made stands in the audit log, the key does not.`,
	key: (provider: string) => (provider === 'alpaca' ? 'Key id' : 'API key'),
	secret: 'Secret key',
	symbols: 'Symbols',
	symbolsHint: 'With commas between them, for example AAPL,MSFT; empty: its most traded.',
	tryIt: 'Try it',
	outcome: (outcome: ProviderTrial['outcome']) => OUTCOMES[outcome],
	mail: 'Mails',
	mailWill: (email: string) =>
		`A mail goes to ${email} by this server. That a trial was made stands in the audit log, the password does not.`,
	mailNow: (mails: boolean) =>
		mails ? 'Mails go to a server already.' : 'Until there is a mail server, mails lie in the outbox: nobody else can confirm an address.',
	url: 'Mail server',
	urlHint: 'smtp:// or smtps://, for example smtps://user:password@mail.example.com',
	from: 'Sender',
	fromHint: 'For example Signalwheel <signals@example.com>',
	send: 'Send a trial mail',
	origin: 'The address',
	originWill: 'The address that readers type; links in mails lead there. Nobody is asked: this only looks at what is typed.',
	originLabel: 'Address of the site',
	verdict: (verdict: OriginVerdict) => VERDICTS[verdict],
	lines: 'Lines to set',
	linesNote: 'For a file of variables or a shell. Keys are dots here and are copied whole.',
	linesLabel: 'Lines of the environment',
	copy: 'Copy the lines',
	copied: 'They are in the clipboard, keys and passwords included.',
	notCopied: 'This browser does not let a page without https copy: show the keys and select the lines.',
	show: 'Show the keys',
} as const;
