import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { ENTRIES, LARGEST_LEVEL, LEAST_LEVEL } from '@sw/domain/research/backtest/exit-rule';
import { LONGEST_HORIZON } from '@sw/domain/research/horizons';
import type { FormEvent } from 'react';
import form from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { primaryClass } from '../../ui/primary.ts';
import css from './backtest.module.css';
import { backtestWords as words } from './backtest-words.ts';

export type Rule = InputOf<Contract['research']['backtest']>['body']['rule'];

const DEFAULT_HORIZON = 5;

/** When positions are entered and left. */
export function RuleForm({ busy, run }: { busy: boolean; run: (rule: Rule) => void }) {
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const values = new FormData(event.currentTarget);
		const levelOf = (name: string): number | null => (values.get(name) ? Number(values.get(name)) : null);
		run({
			entry: ENTRIES.find((entry) => entry === values.get('entry')) ?? 'slot',
			horizon: Number(values.get('horizon')),
			stop: levelOf('stop'),
			target: levelOf('target'),
			leaves: values.has('leaves'),
		});
	};
	return (
		<form className={css['rule']} onSubmit={submit}>
			<Labelled label={words.entry}>
				{() => (
					<select name="entry" className={form['input']}>
						{ENTRIES.map((entry) => (
							<option key={entry} value={entry}>
								{words.entries[entry]}
							</option>
						))}
					</select>
				)}
			</Labelled>
			<Labelled label={words.horizon}>
				{() => (
					<input
						type="number"
						name="horizon"
						className={form['input']}
						min={1}
						max={LONGEST_HORIZON}
						step={1}
						required
						defaultValue={DEFAULT_HORIZON}
					/>
				)}
			</Labelled>
			{(['stop', 'target'] as const).map((name) => (
				<Labelled key={name} label={words[name]}>
					{() => (
						<input
							type="number"
							name={name}
							className={form['input']}
							min={LEAST_LEVEL}
							max={LARGEST_LEVEL}
							step={0.1}
							title={words.levelHint}
						/>
					)}
				</Labelled>
			))}
			<label className={css['leaves']}>
				<input type="checkbox" name="leaves" /> {words.leaves}
			</label>
			<button type="submit" className={primaryClass} disabled={busy}>
				{words.run}
			</button>
			<p className={css['hint']}>{words.levelHint}</p>
		</form>
	);
}
