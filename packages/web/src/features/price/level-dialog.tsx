import type { Rule } from '@sw/domain/access/form-rules';
import type { Level } from '@sw/domain/prices/level';
import { useRef, useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import field from '../../ui/form.module.css';
import { useForm } from '../../ui/forms/form-box.tsx';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { createLevelTexts, type LevelTexts, parseLevel, parsePrice, parseTime } from './level-text.ts';
import { levelWords as words } from './level-words.ts';

interface Props {
	/** The edited level; undefined for a new one. */
	level: Level | undefined;
	/** Saves the level. Resolves to the error as text; undefined if saved. */
	save: (level: Level) => Promise<string | undefined>;
	close: () => void;
}

type FieldName = Exclude<keyof LevelTexts, 'kind'>;

const priceRule: Rule = (text) => (parsePrice(text) === undefined ? words.noPrice : null);
const timeRule: Rule = (text) => (parseTime(text) === undefined ? words.noTime : null);
const LINE_RULES = { price: [priceRule], fromTime: [], fromPrice: [], toTime: [], toPrice: [] };
const TREND_RULES = { price: [], fromTime: [timeRule], fromPrice: [priceRule], toTime: [timeRule], toPrice: [priceRule] };

/** Shows the form to enter a level as numbers: exact, and usable without a pointer. */
export function LevelDialog({ level, save, close }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const { kind: initialKind, ...texts } = createLevelTexts(level);
	const [kind, setKind] = useState(initialKind);
	const form = useForm<FieldName>(kind === 'line' ? LINE_RULES : TREND_RULES, texts, async (values) => {
		const enteredLevel = parseLevel({ kind, ...values });
		if (!enteredLevel) throw new Error(words.sameTime);
		const errorText = await save(enteredLevel);
		if (errorText !== undefined) throw new Error(errorText);
		dialog.current?.close();
	});
	const renderInput = (name: FieldName, label: string) => (
		<Labelled label={label} error={form.errors[name]} {...(name.endsWith('Time') ? { hint: words.newYork } : {})}>
			{(inputProps) => (
				<input
					{...inputProps}
					name={name}
					type={name.endsWith('Time') ? 'datetime-local' : 'text'}
					inputMode={name.endsWith('Time') ? undefined : 'decimal'}
					autoComplete="off"
					className={field['input']}
					value={form.values[name]}
					onChange={(event) => form.set(name, event.currentTarget.value)}
					onBlur={() => form.leave(name)}
				/>
			)}
		</Labelled>
	);
	return (
		<Dialog dialog={dialog} title={level ? words.edit : words.add} opensOnMount onClose={close}>
			<form method="dialog" onSubmit={form.onSubmit} noValidate>
				<fieldset className={field['group']}>
					<legend>{words.kind}</legend>
					{(['line', 'trend'] as const).map((optionKind) => (
						<label key={optionKind} className={field['choice']}>
							<input type="radio" name="kind" checked={optionKind === kind} onChange={() => setKind(optionKind)} />
							{words.kinds[optionKind]}
						</label>
					))}
				</fieldset>
				{kind === 'line' ? (
					renderInput('price', words.price)
				) : (
					<>
						{renderInput('fromTime', words.fromTime)}
						{renderInput('fromPrice', words.fromPrice)}
						{renderInput('toTime', words.toTime)}
						{renderInput('toPrice', words.toPrice)}
					</>
				)}
				<p className={field['fault']} role="alert">
					{form.failure}
				</p>
				<div className={css['actions']}>
					<button type="submit" className={buttonClass} disabled={form.busy}>
						{words.keep}
					</button>
					<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
						{words.cancel}
					</button>
				</div>
			</form>
		</Dialog>
	);
}
