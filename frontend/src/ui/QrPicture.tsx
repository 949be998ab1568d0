/** A QR picture of a text: dark on light in both themes, since cameras want it so. */
import { encode } from 'uqr';
import { useMemo, type FC } from 'react';

/** Null where the text is too long for any. */
function squares(text: string): { size: number; path: string } | null {
  try {
    const { data, size } = encode(text, { ecc: 'L', border: 4 });
    const path = data
      .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
      .join('');
    return { size, path };
  } catch {
    return null;
  }
}

export const QrPicture: FC<{ text: string; label: string }> = ({ text, label }) => {
  const made = useMemo(() => squares(text), [text]);
  if (!made) return <p className="note">This link is too long for a QR picture.</p>;
  return (
    <svg className="qr" viewBox={`0 0 ${made.size} ${made.size}`} role="img" aria-label={label}>
      <rect width={made.size} height={made.size} fill="#fff" />
      <path d={made.path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
};
