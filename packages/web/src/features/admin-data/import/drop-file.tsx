import { LARGEST_UPLOAD } from '@sw/domain/prices/upload';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { useSubmit } from '../../../ui/use-submit.ts';
import css from '../data.module.css';
import { viewLink } from '../views.ts';
import { dataWords as words } from '../words.ts';

const LARGEST = `${LARGEST_UPLOAD / 1024 ** 2} MB`;

/** Uploads a file, has it checked, and opens the result under its own address. */
export function DropFile() {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const { send, busy, failure, refusals } = useSubmit(['name', 'content']);
	const [over, setOver] = useState(false);
	const [name, setName] = useState('');
	const take = (file: File | undefined): void => {
		if (!file) return;
		setName(file.name);
		send(async () => {
			if (file.size > LARGEST_UPLOAD) throw new Error(words.tooLarge(file.name, LARGEST));
			const { id } = await api.operations.uploadImport({ body: { name: file.name, content: await base64Of(file) } });
			void navigate(viewLink('import', { upload: id }));
		});
	};
	const fault = refusals.name ?? refusals.content ?? failure;
	return (
		<label
			className={css['drop']}
			data-over={over || undefined}
			onDragOver={(event) => {
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={(event) => {
				event.preventDefault();
				setOver(false);
				take(event.dataTransfer.files[0]);
			}}
		>
			<span>{words.drop}</span>
			<input
				type="file"
				aria-label={words.file}
				disabled={busy}
				onChange={(event) => {
					take(event.currentTarget.files?.[0]);
					// Lets the same file be chosen again after it was fixed.
					event.currentTarget.value = '';
				}}
			/>
			<small>{words.largest(LARGEST)}</small>
			<span role="status">{busy ? words.judging(name) : ''}</span>
			<span role="alert" className={css['fault']}>
				{fault}
			</span>
		</label>
	);
}

/** The bytes of a file in base64, as calls take them. */
function base64Of(file: File): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
		reader.onerror = () => reject(reader.error ?? new Error(file.name));
		reader.readAsDataURL(file);
	});
}
