import { expect, it } from 'vitest';
import { createEnvironmentLines, formatLines, type SetupInput } from './environment-lines.ts';

const TYPED: SetupInput = { provider: 'files', key: '', secret: '', symbols: '', url: '', from: '', origin: 'http://localhost:8080' };
const NOW = { provider: 'files', origin: 'http://localhost:8080' };

function text(typed: Partial<SetupInput>, shown = true) {
	return formatLines(createEnvironmentLines({ ...TYPED, ...typed }, NOW), shown);
}

it('says only what is not as it was', () => {
	expect(text({})).toBe('SIGNALWHEEL_PROVIDER=files');
	expect(text({ origin: 'https://signals.example' })).toBe('SIGNALWHEEL_PROVIDER=files\nSIGNALWHEEL_ORIGIN=https://signals.example');
});

it('gives another market a folder of its own, and a vendor its keys', () => {
	expect(text({ provider: 'alpaca', key: 'PK1', secret: 's$1', symbols: 'AAPL, MSFT' })).toBe(
		"SIGNALWHEEL_PROVIDER=alpaca\nSIGNALWHEEL_DATA=data-alpaca\nSIGNALWHEEL_ALPACA_KEY=PK1\nSIGNALWHEEL_ALPACA_SECRET='s$1'\nSIGNALWHEEL_SYMBOLS=AAPL,MSFT",
	);
	expect(text({ provider: 'massive', key: 'k', secret: 'not of this vendor' })).toContain('SIGNALWHEEL_MASSIVE_KEY=k');
	expect(text({ provider: 'massive', key: 'k', secret: 'not of this vendor' })).not.toContain('not of this vendor');
});

it('quotes what a shell would split, and hides secrets', () => {
	const mail = { url: 'smtp://ann:p@mail.example', from: "Ann's wheel <a@example.test>" };
	expect(text(mail)).toContain("SIGNALWHEEL_MAIL_FROM='Ann'\\''s wheel <a@example.test>'");
	expect(text(mail, false)).toContain('SIGNALWHEEL_SMTP_URL=••••••••');
	expect(text({ from: 'a@example.test' })).not.toContain('MAIL_FROM');
});
