import { OPERATIONS, sectorLabel } from '@sw/domain/signals/sector';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useState } from 'react';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { buttonClass } from '../../ui/button.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { primaryClass } from '../../ui/primary.ts';
import css from './apply-panel.module.css';
import { NOTHING_APPLIED, useApply } from './use-apply.ts';
import { applyWords as words } from './words.ts';

interface ChoiceProps<T extends string> {
	label: string;
	hint?: string;
	options: readonly { name: T; label: string }[];
	chosen: T | undefined;
	choose: (name: T | undefined) => void;
}

const PRICE_SIDES = OPERATIONS.map((name) => ({ name, label: sectorLabel(`price_${name}`) }));

const DIFFERENCE_SIDES = OPERATIONS.map((name) => ({ name, label: sectorLabel(`call_without_put_${name}`) }));

/** Applies one timeframe and one direction to all of the reader's own filters, with undo. */
export function ApplyPanel({ items }: { items: readonly FilterSetting[] }) {
	const [on, setOn] = useState(false);
	const { applied, choose, changes, busy, apply, undo } = useApply(items);
	const chosen = Object.values(applied).some((one) => one !== undefined);
	return (
		<section className={`${css['panel']} needs-script`} aria-label={words.title}>
			<Switch
				first
				label={words.title}
				detail={words.detail}
				checked={on}
				change={(next) => {
					setOn(next);
					choose(NOTHING_APPLIED);
				}}
			/>
			{on ? (
				<>
					<OptionalChoice
						label={words.timeframe}
						hint={words.timeframeHint}
						options={TIMEFRAMES}
						chosen={applied.timeframe}
						choose={(timeframe) => choose({ ...applied, timeframe })}
					/>
					<OptionalChoice
						label={words.price}
						options={PRICE_SIDES}
						chosen={applied.price}
						choose={(price) => choose({ ...applied, price })}
					/>
					<OptionalChoice
						label={words.difference}
						options={DIFFERENCE_SIDES}
						chosen={applied.difference}
						choose={(difference) => choose({ ...applied, difference })}
					/>
					<p className={css['note']} role="status">
						{chosen ? words.changes(changes) : words.choose} {chosen && changes > 0 ? words.anew : ''}
					</p>
					<div className={css['acts']}>
						<button type="button" className={buttonClass} disabled={!undo || busy} onClick={() => undo?.()}>
							{words.undo}
						</button>
						<button type="button" className={primaryClass} disabled={changes === 0 || busy} onClick={() => void apply()}>
							{words.apply}
						</button>
					</div>
				</>
			) : null}
		</section>
	);
}

/** Shows options of which at most one is selected. Clicking the selected option deselects it. */
function OptionalChoice<T extends string>({ label, hint, options, chosen, choose }: ChoiceProps<T>) {
	return (
		<fieldset className={css['choice']}>
			<legend title={hint}>{label}</legend>
			<div className={css['options']}>
				{options.map(({ name, label: text }) => (
					<button
						key={name}
						type="button"
						className={css['option']}
						aria-pressed={name === chosen}
						onClick={() => choose(name === chosen ? undefined : name)}
					>
						{text}
					</button>
				))}
			</div>
		</fieldset>
	);
}
