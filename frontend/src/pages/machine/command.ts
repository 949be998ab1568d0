/** The one command that prints all that this page reads: no root, no tool to install, no names of files or people. */
export const COMMAND = String.raw`sh -c '
echo "mmscope/1 $(uname -r) $(uname -m) page=$(getconf PAGESIZE)"
awk "/^Node/{z=\$2 \$4;print _;_=\"zone \" z} /pages free/{_=_ \" free=\" \$3}
 \$1==\"cpu:\"{c++} \$1==\"count:\"{h+=\$2} \$1==\"batch:\"{b=\$2} \$1==\"high_max:\"{m=\" high_max=\" \$2} /vm stats/{t=\$4}
 \$1==\"start_pfn:\"&&c{_=_ \" cpus=\" c \" held=\" h \" batch=\" b m \" threshold=\" t+0;c=h=0;m=\"\"}
 \$1~/^(boost|min|low|high|promo|spanned|present|managed|nr_free_cma|(nr_)?(free|reserved)_highatomic|nr_(inactive_file|anon_pages|file_pages)|node_unreclaimable:|start_pfn:)\$/&&\$2~/^[0-9]+\$/{_=_ \" \" \$1 \"=\" \$2}
 /protection:/{sub(/.*protection: /,\"\");gsub(/ /,\"\");_=_ \" prot=\" \$0} END{print _}" /proc/zoneinfo | grep zone
cat /proc/buddyinfo
for k in min_free_kbytes watermark_scale_factor watermark_boost_factor lowmem_reserve_ratio swappiness zone_reclaim_mode extra_free_kbytes;do
 f=/proc/sys/vm/$k; [ -r $f ] && echo "vm.$k=$(tr -s "\t " " " <$f)";done
awk "NR>1{n++;t=\$(NF-3);f=\$1;o=\"\"
 if(t==\"file\"){f=\"\";b=0;while((getline l<\"/proc/mounts\")>0){split(l,m,\" \");p=m[2]==\"/\"?\"/\":m[2] \"/\";if(index(\$1,p)==1&&length(p)>=b){b=length(p);f=m[1]}}close(\"/proc/mounts\")}
 if(f~/^.dev./){d=f;sub(/.*\//,\"\",d);k=f~/mapper/?\"dm\":d;sub(/[-0-9].*/,\"\",k);t=t==\"file\"?\"file-\" k:k;sub(/n[0-9].*/,\"\",d)
  d=\"/sys/class/nvme/\" d \"/numa_node\";if(k==\"nvme\"&&(getline o<d)>0){o=\" node=\" o;close(d)}}
 print \"swap\" n,t,\"size_kB=\" \$(NF-2),\"used_kB=\" \$(NF-1),\"prio=\" \$NF o}" /proc/swaps
grep -E "^(MemTotal|MemFree|MemAvailable|Buffers|Cached|SwapCached|AnonPages|Inactive.file|SwapTotal|SwapFree)" /proc/meminfo
'`;
