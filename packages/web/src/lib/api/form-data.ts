/**
 * Converts a body of files to a form, which the transport sends unchanged. The type stays that of the call's body, so that field names are checked.
 */
export function toFormData<B extends Readonly<Record<string, File>>>(body: B): B {
	const form = new FormData();
	for (const [field, file] of Object.entries(body)) form.append(field, file);
	return form as unknown as B;
}
