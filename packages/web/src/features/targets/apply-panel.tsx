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
	selected: T | undefined;
	onSelect: (name: T | undefined) => void;
}

const PRICE_OPTIONS = OPERATIONS.map((name) => ({ name, label: sectorLabel(`price_${name}`) }));

const DIFFERENCE_OPTIONS = OPERATIONS.map((name) => ({ name, label: sectorLabel(`call_without_put_${name}`) }));

/** Applies one timeframe and one direction to all of the reader's own filters, with undo. */
export function ApplyPanel({ items }: { items: readonly FilterSetting[] }) {
	const [isOn, setIsOn] = useState(false);
	const { applied, choose, changeCount, busy, apply, undo } = useApply(items);
	const hasSelection = Object.values(applied).some((value) => value !== undefined);
	return (
		<section className={`${css['panel']} needs-script`} aria-label={words.title}>
			<Switch
				switchFirst
				label={words.title}
				detail={words.detail}
				checked={isOn}
				onChange={(next) => {
					setIsOn(next);
					choose(NOTHING_APPLIED);
				}}
			/>
			{isOn ? (
				<>
					<OptionalChoice
						label={words.timeframe}
						hint={words.timeframeHint}
						options={TIMEFRAMES}
						selected={applied.timeframe}
						onSelect={(timeframe) => choose({ ...applied, timeframe })}
					/>
					<OptionalChoice
						label={words.price}
						options={PRICE_OPTIONS}
						selected={applied.price}
						onSelect={(price) => choose({ ...applied, price })}
					/>
					<OptionalChoice
						label={words.difference}
						options={DIFFERENCE_OPTIONS}
						selected={applied.difference}
						onSelect={(difference) => choose({ ...applied, difference })}
					/>
					<p className={css['note']} role="status">
						{hasSelection ? words.changes(changeCount) : words.choose} {hasSelection && changeCount > 0 ? words.recordNote : ''}
					</p>
					<div className={css['acts']}>
						<button type="button" className={buttonClass} disabled={!undo || busy} onClick={() => undo?.()}>
							{words.undo}
						</button>
						<button type="button" className={primaryClass} disabled={changeCount === 0 || busy} onClick={() => void apply()}>
							{words.apply}
						</button>
					</div>
				</>
			) : null}
		</section>
	);
}

/** Shows options of which at most one is selected. Clicking the selected option deselects it. */
function OptionalChoice<T extends string>({ label, hint, options, selected, onSelect }: ChoiceProps<T>) {
	return (
		<fieldset className={css['choice']}>
			<legend title={hint}>{label}</legend>
			<div className={css['options']}>
				{options.map(({ name, label: text }) => (
					<button
						key={name}
						type="button"
						className={css['option']}
						aria-pressed={name === selected}
						onClick={() => onSelect(name === selected ? undefined : name)}
					>
						{text}
					</button>
				))}
			</div>
		</fieldset>
	);
}
