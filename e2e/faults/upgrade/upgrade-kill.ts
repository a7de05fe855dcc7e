/** SIGKILL at steps of an upgrade (snapshot and migrations), of a rollback and of a backup: the data are the old ones or the new ones, never between. */
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from '../scenario.ts';
import { findDifferences, readContents } from './contents.ts';
import { OLD_VERSIONS, type OldVersion } from './old-versions.ts';
import { createOldData, findLosses } from './upgrade.ts';

const COMMANDS = join(import.meta.dirname, '../../../packages/server/src/commands');
const PROGRAMS = {
	upgrade: [join(import.meta.dirname, 'open-stores.ts')],
	rollback: [join(COMMANDS, 'rollback.ts'), '--yes'],
	backup: [join(COMMANDS, 'backup.ts')],
	verify: [join(COMMANDS, 'backup.ts'), '--verify'],
} as const;
type Program = keyof typeof PROGRAMS;
/** Number of kills of each program, spread over all of its steps. */
const KILLS = { upgrade: 12, rollback: 12, backup: 6 } as const;

export async function killUpgrades(scenario: Scenario): Promise<void> {
	const { log, reportProblem } = scenario;
	const oldFolder = join(scenario.folder, 'old');
	mkdirSync(oldFolder);
	const oldContents = await createOldData(OLD_VERSIONS[0] as OldVersion, { ...scenario, folder: oldFolder });
	const workFolder = join(scenario.folder, 'work');
	const backupFolder = join(scenario.folder, 'backup');
	const resetTo = (folder: string): void => {
		for (const path of [workFolder, backupFolder]) rmSync(path, { recursive: true, force: true });
		execFileSync('cp', ['-a', folder, workFolder]);
	};
	const checkOld = async (context: string): Promise<void> => {
		for (const line of findDifferences(oldContents, await readContents(workFolder))) reportProblem(`${context}: ${line}`);
	};
	const checkNew = async (context: string): Promise<void> => {
		for (const line of await findLosses(workFolder, oldContents)) reportProblem(`${context}: ${line}`);
	};
	const expectSuccess = (program: Program, context: string): void => {
		const { status, stderr } = runProgram(program, workFolder, backupFolder);
		if (status !== 0) reportProblem(`${context}: ${program} ended with ${status}: ${stderr}`);
	};

	resetTo(oldFolder);
	for (const step of chooseSteps('upgrade', workFolder, backupFolder, scenario)) {
		resetTo(oldFolder);
		const context = runUntilKilled('upgrade', step, workFolder, backupFolder, scenario);
		if (step % 2 === 0) {
			expectSuccess('upgrade', context);
			await checkNew(context);
			expectSuccess('rollback', context);
		} else {
			const { status, stderr } = runProgram('rollback', workFolder, backupFolder);
			if (status !== 0 && !stderr.includes('no snapshot')) reportProblem(`${context}: rollback ended with ${status}: ${stderr}`);
		}
		await checkOld(context);
	}

	resetTo(oldFolder);
	expectSuccess('upgrade', 'upgrade');
	const upgradedFolder = join(scenario.folder, 'upgraded');
	execFileSync('cp', ['-a', workFolder, upgradedFolder]);
	for (const step of chooseSteps('rollback', workFolder, backupFolder, scenario)) {
		resetTo(upgradedFolder);
		const context = runUntilKilled('rollback', step, workFolder, backupFolder, scenario);
		const { status, stderr } = runProgram('upgrade', workFolder, backupFolder);
		if (status !== 0 && !stderr.includes('rollback')) reportProblem(`${context}: the start was refused with ${stderr}`);
		expectSuccess('rollback', context);
		await checkOld(context);
	}

	resetTo(upgradedFolder);
	for (const step of chooseSteps('backup', workFolder, backupFolder, scenario)) {
		resetTo(upgradedFolder);
		const context = runUntilKilled('backup', step, workFolder, backupFolder, scenario);
		const isComplete = existsSync(join(backupFolder, 'manifest.json'));
		if ((runProgram('verify', workFolder, backupFolder).status === 0) !== isComplete)
			reportProblem(`${context}: ${isComplete ? 'a complete' : 'an incomplete'} backup was not recognized as such`);
		rmSync(backupFolder, { recursive: true, force: true });
		expectSuccess('backup', context);
		expectSuccess('verify', context);
		await checkNew(context);
	}
	log('each time the data were the old ones or the new ones');
}

function runProgram(program: Program, folder: string, backup: string, faultEnv: Record<string, string> = {}): SpawnSyncReturns<string> {
	const preload = Object.keys(faultEnv).length > 0 ? ['--import', join(import.meta.dirname, 'kill-at-step.ts')] : [];
	const target = program === 'backup' || program === 'verify' ? [backup] : [];
	return spawnSync(process.execPath, [...preload, ...PROGRAMS[program], ...target], {
		env: { ...process.env, SIGNALWHEEL_DATA: folder, ...faultEnv },
		encoding: 'utf8',
	});
}

/** Runs a program to its end and returns the steps at which to kill it, including the first and the last. */
function chooseSteps(program: keyof typeof KILLS, folder: string, backup: string, { folder: root, log }: Scenario): number[] {
	const file = join(root, 'steps');
	const { status, stderr } = runProgram(program, folder, backup, { FAULT_COUNT: file });
	if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
	const steps = Number(readFileSync(file, 'utf8'));
	const kills = Math.min(KILLS[program], steps);
	log(`${program}: ${steps} steps, killed at ${kills} of them`);
	return Array.from({ length: kills }, (_, n) => 1 + Math.round((n * (steps - 1)) / (kills - 1)));
}

function runUntilKilled(program: Program, step: number, folder: string, backup: string, { log, reportProblem }: Scenario): string {
	const { signal, stderr } = runProgram(program, folder, backup, { FAULT_STEP: String(step) });
	const context = `${program} killed at step ${step}`;
	if (signal === 'SIGKILL') log(context);
	else reportProblem(`${context}: it was not killed: ${stderr}`);
	return context;
}
