/** SIGKILL at steps of an upgrade (snapshot and migrations), of a rollback and of a backup: the data are the old ones or the new ones, never between. */
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from '../scenario.ts';
import { differences, readContents } from './contents.ts';
import { OLD_VERSIONS, type OldVersion } from './old-versions.ts';
import { checkKept, makeOldData } from './upgrade.ts';

const COMMANDS = join(import.meta.dirname, '../../../packages/server/src/commands');
const PROGRAMS = {
	upgrade: [join(import.meta.dirname, 'open-stores.ts')],
	rollback: [join(COMMANDS, 'rollback.ts'), '--yes'],
	backup: [join(COMMANDS, 'backup.ts')],
	verify: [join(COMMANDS, 'backup.ts'), '--verify'],
} as const;
type Program = keyof typeof PROGRAMS;
/** Kills at each of the three, spread over all of its steps. */
const KILLS = { upgrade: 12, rollback: 12, backup: 6 } as const;

export async function upgradeKill(scenario: Scenario): Promise<void> {
	const { log, problem } = scenario;
	const old = join(scenario.folder, 'old');
	mkdirSync(old);
	const before = await makeOldData(OLD_VERSIONS[0] as OldVersion, { ...scenario, folder: old });
	const work = join(scenario.folder, 'work');
	const backup = join(scenario.folder, 'backup');
	const copyOf = (folder: string): void => {
		for (const path of [work, backup]) rmSync(path, { recursive: true, force: true });
		execFileSync('cp', ['-a', folder, work]);
	};
	const isOld = async (when: string): Promise<void> => {
		for (const line of differences(before, await readContents(work))) problem(`${when}: ${line}`);
	};
	const isNew = async (when: string): Promise<void> => {
		for (const line of await checkKept(work, before)) problem(`${when}: ${line}`);
	};
	const must = (program: Program, when: string): void => {
		const { status, stderr } = run(program, work, backup);
		if (status !== 0) problem(`${when}: ${program} ended with ${status}: ${stderr}`);
	};

	copyOf(old);
	for (const step of stepsOf('upgrade', work, backup, scenario)) {
		copyOf(old);
		const when = killed('upgrade', step, work, backup, scenario);
		if (step % 2 === 0) {
			must('upgrade', when);
			await isNew(when);
			must('rollback', when);
		} else {
			const { status, stderr } = run('rollback', work, backup);
			if (status !== 0 && !stderr.includes('no snapshot')) problem(`${when}: rollback ended with ${status}: ${stderr}`);
		}
		await isOld(when);
	}

	copyOf(old);
	must('upgrade', 'upgrade');
	const upgraded = join(scenario.folder, 'upgraded');
	execFileSync('cp', ['-a', work, upgraded]);
	for (const step of stepsOf('rollback', work, backup, scenario)) {
		copyOf(upgraded);
		const when = killed('rollback', step, work, backup, scenario);
		const { status, stderr } = run('upgrade', work, backup);
		if (status !== 0 && !stderr.includes('rollback')) problem(`${when}: the start was refused with ${stderr}`);
		must('rollback', when);
		await isOld(when);
	}

	copyOf(upgraded);
	for (const step of stepsOf('backup', work, backup, scenario)) {
		copyOf(upgraded);
		const when = killed('backup', step, work, backup, scenario);
		const isWhole = existsSync(join(backup, 'manifest.json'));
		if ((run('verify', work, backup).status === 0) !== isWhole)
			problem(`${when}: ${isWhole ? 'a whole' : 'half a'} backup was judged wrongly`);
		rmSync(backup, { recursive: true, force: true });
		must('backup', when);
		must('verify', when);
		await isNew(when);
	}
	log('each time the data were the old ones or the new ones');
}

function run(program: Program, folder: string, backup: string, fault: Record<string, string> = {}): SpawnSyncReturns<string> {
	const preload = Object.keys(fault).length > 0 ? ['--import', join(import.meta.dirname, 'kill-at-step.ts')] : [];
	const target = program === 'backup' || program === 'verify' ? [backup] : [];
	return spawnSync(process.execPath, [...preload, ...PROGRAMS[program], ...target], {
		env: { ...process.env, SIGNALWHEEL_DATA: folder, ...fault },
		encoding: 'utf8',
	});
}

/** Runs a program to its end and answers the steps to kill it at, the first and the last included. */
function stepsOf(program: keyof typeof KILLS, folder: string, backup: string, { folder: root, log }: Scenario): number[] {
	const file = join(root, 'steps');
	const { status, stderr } = run(program, folder, backup, { FAULT_COUNT: file });
	if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
	const steps = Number(readFileSync(file, 'utf8'));
	const kills = Math.min(KILLS[program], steps);
	log(`${program}: ${steps} steps, killed at ${kills} of them`);
	return Array.from({ length: kills }, (_, n) => 1 + Math.round((n * (steps - 1)) / (kills - 1)));
}

function killed(program: Program, step: number, folder: string, backup: string, { log, problem }: Scenario): string {
	const { signal, stderr } = run(program, folder, backup, { FAULT_STEP: String(step) });
	const when = `${program} killed at step ${step}`;
	if (signal === 'SIGKILL') log(when);
	else problem(`${when}: it was not, ${stderr}`);
	return when;
}
