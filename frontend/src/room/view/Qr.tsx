/** A link as a picture that phones scan: always dark on light, whatever the theme. */
import { useMemo, type FC } from 'react';
import { encode } from 'uqr';

export const Qr: FC<{ text: string; label: string }> = ({ text, label }) => {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 2 });
    const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x} ${y}h1v1h-1z` : [])));
    return { path: dark.join(''), size };
  }, [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} className="qr-ground" />
      <path d={path} className="qr-dark" shapeRendering="crispEdges" />
    </svg>
  );
};
