import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const dockerfile = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8').split(/^FROM \$\{BASE\}$/m)[1] ?? '';
const script = readFileSync(join(import.meta.dirname, 'make-image'), 'utf8');

function line(name: string): string {
	return new RegExp(`^${name} (.*)$`, 'm').exec(dockerfile)?.[1] ?? '';
}

const SECOND = 1e9;

/** The configuration that the script writes, with its shell variables replaced. */
function config(): Record<string, unknown> {
	const health = /^health="(.*)"$/m.exec(script)?.[1]?.replaceAll('\\\\\\"', '\\"') ?? '';
	const text = /<<CONFIG\n([\s\S]*?)\nCONFIG$/m.exec(script)?.[1] ?? '';
	return JSON.parse(text.replace('$health', () => health).replace('$diffs', '')).config;
}

describe('the image of the script and of the Dockerfile', () => {
	it('have the same configuration', () => {
		const [, interval, timeout, start, health] =
			/--interval=(\d+)s --timeout=(\d+)s --start-period=(\d+)m CMD (.*)/.exec(line('HEALTHCHECK')) ?? [];
		expect(config()).toMatchObject({
			User: line('USER'),
			Env: line('ENV').split(' '),
			Entrypoint: JSON.parse(line('ENTRYPOINT')),
			Cmd: JSON.parse(line('CMD')),
			ExposedPorts: { [`${line('EXPOSE')}/tcp`]: {} },
			Volumes: { [line('VOLUME')]: {} },
			Healthcheck: {
				Test: ['CMD-SHELL', health],
				Interval: Number(interval) * SECOND,
				Timeout: Number(timeout) * SECOND,
				StartPeriod: Number(start) * 60 * SECOND,
			},
			Labels: Object.fromEntries(
				line('LABEL')
					.split(' ')
					.map((label) => label.split('=')),
			),
		});
	});

	it('have the same files: the packages, the folder of the archive, and empty folders of the user', () => {
		const packages = /--no-install-recommends (.*?) &&/.exec(dockerfile)?.[1];
		expect(/--include=(\S+)/.exec(script)?.[1]).toBe(packages?.replaceAll(' ', ','));
		const user = /useradd .* signalwheel/.exec(dockerfile)?.[0];
		expect(script).toContain(`${user}'`);
		expect(dockerfile.match(/^COPY .*$/gm)).toEqual(['COPY --from=build /signalwheel /opt/signalwheel']);
		expect(script).toContain('cp -al "$folder/." "$work/app/opt/signalwheel"');
		const folders = /install -d -o 1000 -g 1000 -m 0700 (.*)$/m.exec(dockerfile)?.[1]?.split(' ') ?? [];
		expect(folders).toContain('/data');
		const owned = /^chmod 0700 (.*)$/m.exec(script)?.[1]?.match(/(?<=\/app)[^"]+/g) ?? [];
		expect([...owned].sort()).toEqual([...folders].sort());
		expect(script).toContain('--owner=1000 --group=1000');
		// Nothing else is copied or run.
		expect(dockerfile.match(/^(?:RUN|COPY|ADD) /gm)).toHaveLength(3);
	});
});
