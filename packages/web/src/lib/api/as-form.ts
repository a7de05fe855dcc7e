/** A body with files as it is sent: the transport sends a form unchanged. Its type stays the call's, which names the fields. */
export function asForm<B extends Readonly<Record<string, File>>>(body: B): B {
	const form = new FormData();
	for (const [field, file] of Object.entries(body)) form.append(field, file);
	return form as unknown as B;
}
