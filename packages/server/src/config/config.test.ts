import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, SETTINGS } from './config.ts';

describe('configuration', () => {
	it('has a working default for every variable', () => {
		const config = readConfig({}, '/srv');
		expect(config).toMatchObject({
			port: 8080,
			host: '127.0.0.1',
			origin: 'http://localhost:8080',
			folder: '/srv/data',
			provider: 'simulated',
			speed: null,
		});
	});

	it.each([
		['PORT', '80x'],
		['PORT', '70000'],
		['SIGNALWHEEL_ORIGIN', 'signals.example.com'],
		['SIGNALWHEEL_ORIGIN', 'https://signals.example.com/?x=1'],
		['SIGNALWHEEL_ORIGIN', 'https://signals.example.com/a%20b'],
		['SIGNALWHEEL_ORIGIN', 'https://signals.example.com/main'],
		['SIGNALWHEEL_PROVIDER', 'bloomberg'],
		['SIGNALWHEEL_SPEED', '0'],
		['SIGNALWHEEL_DATA', '~/data'],
		['SIGNALWHEEL_REPLAY', '~ann/backup'],
		['SIGNALWHEEL_PAGES', '~'],
		['SIGNALWHEEL_REPLAY_SPAN', '2024-03-13..2024-03-07'],
		['SIGNALWHEEL_SPEED', 'fast'],
		['SIGNALWHEEL_ROLES', 'market,web'],
		['SIGNALWHEEL_ROLES', ','],
		['DATABASE_URL', 'mysql://x'],
		['SIGNALWHEEL_OAUTH', '{}'],
		['SIGNALWHEEL_CONTACT', 'Desk <desk@example.com>'],
		['SIGNALWHEEL_PUSH_HOSTS', 'https://fcm.googleapis.com'],
		['SIGNALWHEEL_PUSH_HOSTS', '*'],
		['SIGNALWHEEL_PUSH_PUBLIC_KEY', 'short'],
		['SIGNALWHEEL_LOCAL_RECEIVERS', 'homeassistant.local'],
		['SIGNALWHEEL_LOCAL_RECEIVERS', 'http://127.0.0.1:80'],
		['SIGNALWHEEL_LOCAL_RECEIVERS', '0x7f.1:80'],
		['SIGNALWHEEL_LOCAL_RECEIVERS', 'N8N:80'],
		['SIGNALWHEEL_LOCAL_RECEIVERS', '127.0.0.1:080'],
		['SIGNALWHEEL_LOCAL_RECEIVERS', '*:80'],
		['SIGNALWHEEL_LOCAL_RECEIVERS', '10.0.0.0/8:80'],
		['SIGNALWHEEL_LOCAL_RECEIVERS', '127.0.0.1:70000'],
		['SIGNALWHEEL_TELEGRAM_TOKEN', 'bot'],
		['SIGNALWHEEL_CLICKHOUSE_CLUSTER', "x' TO DISK"],
	])('names %s when it is %s', (name, value) => {
		expect(() => readConfig({ [name]: value }, '/srv')).toThrow(ConfigError);
		expect(() => readConfig({ [name]: value }, '/srv')).toThrow(name);
	});

	it('reads the roles of a process, and refuses a part of them where others cannot come to its stores', () => {
		expect([...readConfig({}, '/srv').roles]).toEqual(['market', 'api', 'jobs']);
		expect([...readConfig({ SIGNALWHEEL_ROLES: 'jobs, api,market' }, '/srv').roles]).toHaveLength(3);
		const shared = { DATABASE_URL: 'postgres://db/x', CLICKHOUSE_URL: 'http://series:8123' };
		expect([...readConfig({ ...shared, SIGNALWHEEL_ROLES: 'api' }, '/srv').roles]).toEqual(['api']);
		for (const stores of [{}, { DATABASE_URL: 'postgres://db/x' }, { CLICKHOUSE_URL: 'http://series:8123' }])
			expect(() => readConfig({ ...stores, SIGNALWHEEL_ROLES: 'api,jobs' }, '/srv')).toThrow(
				/^SIGNALWHEEL_ROLES=api,jobs .* set DATABASE_URL and CLICKHOUSE_URL /,
			);
	});

	it('reads where metrics are served, and shows what is no secret', () => {
		const metrics = (value: string) => readConfig({ SIGNALWHEEL_METRICS: value }, '/srv').metrics;
		expect([metrics(''), metrics('9464'), metrics('0.0.0.0:9464'), metrics('[::1]:1')]).toEqual([
			null,
			{ host: '127.0.0.1', port: 9464 },
			{ host: '0.0.0.0', port: 9464 },
			{ host: '::1', port: 1 },
		]);
		const { shown } = readConfig({ PORT: '9000', DATABASE_URL: 'postgres://user:hunter2@db/x' }, '/srv');
		expect(shown.find(({ name }) => name === 'PORT')).toMatchObject({ value: '9000', fallback: '8080' });
		expect(JSON.stringify(shown)).not.toContain('hunter2');
	});

	it('names all faults at once and never repeats a secret', () => {
		const read = () => readConfig({ PORT: 'x', DATABASE_URL: 'hunter2' }, '/srv');
		expect(read).toThrow(/PORT[\s\S]*DATABASE_URL/);
		expect(read).not.toThrow(/hunter2/);
	});

	it('names what is missing beside what is wrong, each once', () => {
		const env = { PORT: 'x', SIGNALWHEEL_PROVIDER: 'massive', SIGNALWHEEL_SYMBOLS: 'what is, this', SIGNALWHEEL_REDDIT_ID: 'hunter2' };
		expect(() => readConfig(env, '/srv')).toThrow(
			new ConfigError(
				[
					"PORT must be a whole number from 0 to 65535, not 'x'.",
					"SIGNALWHEEL_SYMBOLS must be comma-separated symbols, for example AAPL,MSFT,BRK.B, not 'what is, this'.",
					'SIGNALWHEEL_PROVIDER=massive needs SIGNALWHEEL_MASSIVE_KEY.',
					'Set both SIGNALWHEEL_REDDIT_ID and SIGNALWHEEL_REDDIT_SECRET, or neither.',
				].join('\n'),
			),
		);
	});

	it('takes a cluster of ClickHouse only beside the server to ask', () => {
		const url = { CLICKHOUSE_URL: 'http://series:8123/signalwheel' };
		expect(readConfig(url, '/srv').clickhouseCluster).toBeNull();
		expect(readConfig({ ...url, SIGNALWHEEL_CLICKHOUSE_CLUSTER: 'market' }, '/srv').clickhouseCluster).toBe('market');
		expect(() => readConfig({ SIGNALWHEEL_CLICKHOUSE_CLUSTER: 'market' }, '/srv')).toThrow(
			'SIGNALWHEEL_CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL.',
		);
	});

	it('reads what the groups of a proxy give', () => {
		const env = { SIGNALWHEEL_TRUSTED_PROXIES: '127.0.0.1', SIGNALWHEEL_PROXY_SIGN_IN: 'Remote-User' };
		expect(readConfig({}, '/srv').proxySignIn).toBeNull();
		expect(readConfig(env, '/srv').proxySignIn).toEqual({ header: 'Remote-User', rules: null });
		expect(readConfig({ ...env, SIGNALWHEEL_PROXY_GROUPS: 'Büro 1=pro, *=user' }, '/srv').proxySignIn?.rules).toEqual([
			{ group: 'Büro 1', grant: 'pro' },
			{ group: '*', grant: 'user' },
		]);
		for (const value of ['traders', 'traders=', 'traders=gold', '=pro', 'a=b=pro', 'a=pro,'])
			expect(() => readConfig({ ...env, SIGNALWHEEL_PROXY_GROUPS: value }, '/srv')).toThrow(/SIGNALWHEEL_PROXY_GROUPS must be groups/);
		expect(() => readConfig({ ...env, SIGNALWHEEL_PROXY_SIGN_IN: 'Authorization' }, '/srv')).toThrow(/ends in -User/);
		expect(() => readConfig({ SIGNALWHEEL_PROXY_SIGN_IN: 'Remote-User' }, '/srv')).toThrow(/needs SIGNALWHEEL_TRUSTED_PROXIES/);
	});

	it('reads who else signs people in', () => {
		const oauth = (value: string) => readConfig({ SIGNALWHEEL_OAUTH: value }, '/srv').oauth;
		expect(oauth('[{"name":"github","clientId":"a","clientSecret":"b"}]')).toEqual([
			{ name: 'github', issuer: null, clientId: 'a', clientSecret: 'b' },
		]);
		for (const value of ['[', '[1]', '[{"name":"github","clientId":1,"clientSecret":"hunter2"}]'])
			expect(() => oauth(value)).toThrow(
				new ConfigError('SIGNALWHEEL_OAUTH must be a JSON list of {"name", "issuer", "clientId", "clientSecret"}.'),
			);
	});

	it('reads several sign-in providers with what their groups give, and names the faulty field of one, but never a secret', () => {
		const company = { name: 'company', issuer: 'https://id.example.com/realms/a', clientId: 'a', clientSecret: 'hunter2' };
		const oauth = (...all: object[]) => readConfig({ SIGNALWHEEL_OAUTH: JSON.stringify(all) }, '/srv').oauth;
		const grants = { 'Größe & Co': 'pro', '*': 'user' };
		expect(oauth({ ...company, label: 'Company', claim: 'a.b', grants, linkByEmail: true }, { ...company, name: 'other' })).toEqual([
			{
				...company,
				label: 'Company',
				claim: 'a.b',
				grants: [
					{ group: 'Größe & Co', grant: 'pro' },
					{ group: '*', grant: 'user' },
				],
				linkByEmail: true,
			},
			{ ...company, name: 'other' },
		]);
		const refused: [change: object, part: string][] = [
			[{ name: 'Company' }, 'each "name"'],
			[{ issuer: 'id.example.com' }, 'each "issuer"'],
			[{ scope: 'profile' }, 'each "scope"'],
			[{ grants, claim: [] }, 'each "claim"'],
			[{ claim: 'groups' }, '"claim" needs "grants"'],
			[{ grants: { traders: 'gold' } }, 'each "grants"'],
			[{ grants: {} }, 'each "grants"'],
			[{ linkByEmail: 'yes' }, 'each "linkByEmail"'],
			[{ linkByMail: true }, 'linkByMail is unknown'],
			[{ clientSecret: '' }, 'each "clientSecret"'],
		];
		for (const [change, part] of refused) {
			expect(() => oauth({ ...company, ...change }), part).toThrow(part);
			expect(() => oauth({ ...company, ...change })).not.toThrow(/hunter2/);
		}
		expect(readConfig({ SIGNALWHEEL_PASSWORDS: 'off', SIGNALWHEEL_OAUTH: JSON.stringify([company]) }, '/srv').passwords).toBe(false);
		expect(() => readConfig({ SIGNALWHEEL_PASSWORDS: 'off' }, '/srv')).toThrow(
			'SIGNALWHEEL_PASSWORDS=off needs SIGNALWHEEL_OAUTH or SIGNALWHEEL_PROXY_SIGN_IN.',
		);
		expect(() => oauth(company, company)).toThrow('each "name"');
		expect(() => oauth({ ...company, name: 'github', issuer: null, grants })).toThrow('need an "issuer"');
		expect(() => oauth({ ...company, issuer: null })).toThrow('each "issuer" must be set, except');
	});

	it.each([
		[{ SIGNALWHEEL_PROVIDER: 'alpaca' }, /SIGNALWHEEL_ALPACA_KEY/],
		[{ SIGNALWHEEL_PROVIDER: 'massive' }, /SIGNALWHEEL_MASSIVE_KEY/],
		[{ SIGNALWHEEL_PROVIDER: 'replay' }, /SIGNALWHEEL_REPLAY/],
		[{ SIGNALWHEEL_ALPACA_KEY: 'PKhunter2' }, /Set both/],
		[{ SIGNALWHEEL_MENTIONS: 'reddit' }, /SIGNALWHEEL_REDDIT_ID/],
		[{ SIGNALWHEEL_MENTIONS: 'apewisdom,reddit', SIGNALWHEEL_REDDIT_ID: 'a', SIGNALWHEEL_REDDIT_SECRET: 'b' }, /both count Reddit/],
		[{ SIGNALWHEEL_MENTIONS: 'stocktwits' }, /apewisdom, reddit, x/],
		[{ SIGNALWHEEL_SYMBOLS: 'AAPL, what is this' }, /SIGNALWHEEL_SYMBOLS/],
		[{ SIGNALWHEEL_COVERAGE: '40' }, /SIGNALWHEEL_COVERAGE/],
	])('names what a real market lacks: %o', (env, words) => {
		expect(() => readConfig(env, '/srv')).toThrow(words);
		expect(() => readConfig(env, '/srv')).not.toThrow(/hunter2/);
	});

	it('reads what a real market has', () => {
		const { provider, vendors } = readConfig(
			{ SIGNALWHEEL_PROVIDER: 'yahoo', SIGNALWHEEL_SYMBOLS: 'aapl, BRK.B,AAPL,brk-b,BRK/B,BAC-PL', SIGNALWHEEL_DELAY: '2' },
			'/srv',
		);
		expect([provider, vendors.symbols, vendors.delay, vendors.coverage]).toEqual(['yahoo', ['AAPL', 'BRK.B', 'BAC.PRL'], 120_000, 0.95]);
	});

	it('has payments off, through PayPro Global with all of its keys, or simulated on a service that other machines cannot reach', () => {
		const keys = {
			SIGNALWHEEL_PAYPRO_ACCOUNT: '4711',
			SIGNALWHEEL_PAYPRO_API_SECRET: 'hunter2a',
			SIGNALWHEEL_PAYPRO_VALIDATION_KEY: 'hunter2v',
			SIGNALWHEEL_PAYPRO_SECRET_KEY: 'hunter2s',
		};
		expect(readConfig(keys, '/srv').payments).toBeNull();
		const config = readConfig({ ...keys, SIGNALWHEEL_PAYMENTS: 'payproglobal' }, '/srv');
		expect(config.payments).toEqual({
			name: 'payproglobal',
			account: 4711,
			apiSecret: 'hunter2a',
			keys: { validation: 'hunter2v', secret: 'hunter2s' },
		});
		expect(JSON.stringify(config.shown)).not.toContain('hunter2');
		for (const missing of Object.keys(keys))
			expect(() => readConfig({ ...keys, [missing]: '', SIGNALWHEEL_PAYMENTS: 'payproglobal' }, '/srv')).toThrow(missing);
		const simulated = (env: object) => () => readConfig({ SIGNALWHEEL_PAYMENTS: 'simulated', ...env }, '/srv').payments;
		expect([simulated({})(), simulated({ SIGNALWHEEL_ORIGIN: 'http://127.0.0.1:9000' })()]).toEqual([
			{ name: 'simulated' },
			{ name: 'simulated' },
		]);
		for (const env of [
			{ SIGNALWHEEL_ORIGIN: 'https://signals.example.com' },
			{ HOST: '0.0.0.0' },
			{ SIGNALWHEEL_TRUSTED_PROXIES: '10.0.0.1' },
		])
			expect(simulated(env)).toThrow(/grants licences without payment/);
	});

	it.each([
		'caddy',
		'10.0.0.0/33',
		'10.0.0.1,proxy.local',
		'fd00::/129',
		'10.0.0',
		'0.0.0.0/0',
		'::/0',
		'10.0.0.0/',
		'128.0.0.0/1',
		'2000::/3',
		'::ffff:0.0.0.0/96',
		'10.0.0.0/255.0.0.0',
		'fe80::1%eth0',
	])('says what SIGNALWHEEL_TRUSTED_PROXIES takes, not %j', (value) => {
		expect(() => readConfig({ SIGNALWHEEL_TRUSTED_PROXIES: value }, '/tmp')).toThrow(
			/SIGNALWHEEL_TRUSTED_PROXIES must be IP addresses or networks .* no host names/,
		);
	});

	it('takes exact hosts and ports as local receivers', () => {
		const value = 'homeassistant.local:8123,127.0.0.1:5678,[::1]:80';
		expect(readConfig({ SIGNALWHEEL_LOCAL_RECEIVERS: value }, '/tmp').localReceivers).toEqual(value.split(','));
	});

	it('takes addresses, networks and their names as trusted proxies', () => {
		const value = '127.0.0.1, 10.0.0.0/8, fd00::/8, fc00::/7, ::1, ::ffff:10.0.0.0/104, 172.17.0.1/32, loopback';
		expect(readConfig({ SIGNALWHEEL_TRUSTED_PROXIES: value }, '/tmp').trustedProxies).toEqual(value.split(', '));
	});

	it('describes each variable', () => {
		for (const setting of SETTINGS) expect(setting.about.length).toBeGreaterThan(10);
	});
});
